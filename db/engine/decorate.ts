/** What is done around the calls of some methods; `call` makes one as it was asked, `asked` is only to be read. */
type Around<Engine> = {
  readonly [Name in keyof Engine]?: Engine[Name] extends (...asked: infer Asked) => infer Answer
    ? (call: () => Answer, ...asked: Asked) => Answer
    : never;
};

/**
 * Wraps an engine: the methods named by `around` are called through it, the other members are the engine's own. No
 * decorator names the arguments it forwards: an optional one added to a port later would be dropped.
 */
export function decorate<Engine extends object>(engine: Engine, around: Around<Engine>): Engine {
  return new Proxy(engine, {
    get(target, name) {
      // A getter, like a method, may read private fields, which a proxy has not.
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      const wrap: unknown = Object.hasOwn(around, name) ? Reflect.get(around, name) : undefined;
      return (...asked: readonly unknown[]): unknown => {
        const call = (): unknown => Reflect.apply(member, target, asked);
        return typeof wrap === "function" ? Reflect.apply(wrap, undefined, [call, ...asked]) : call();
      };
    },
  });
}

/**
 * Several engines that answer alike, as one: a call goes to the one that answered last and, while it is away, to the
 * next ones, once each. Methods return promises.
 * @param isAway whether an error means that another one may answer.
 */
export function inTurn<Engine extends object>(
  engines: readonly [Engine, ...Engine[]],
  isAway: (error: unknown) => boolean,
): Engine {
  if (engines.length === 1) return engines[0];
  let current = 0;
  return new Proxy(engines[0], {
    get(first, name) {
      const member: unknown = Reflect.get(first, name);
      if (typeof member !== "function") return member;
      return async (...asked: readonly unknown[]): Promise<unknown> => {
        const start = current;
        for (let turn = 0; ; turn += 1) {
          const rank = (start + turn) % engines.length;
          const engine = engines[rank] ?? first;
          const own: unknown = Reflect.get(engine, name);
          try {
            const answer: unknown = await (typeof own === "function"
              ? Reflect.apply(own, engine, asked)
              : own);
            current = rank;
            return answer;
          } catch (error) {
            if (turn === engines.length - 1 || !isAway(error)) throw error;
          }
        }
      };
    },
  });
}
