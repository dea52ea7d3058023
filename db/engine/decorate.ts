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
