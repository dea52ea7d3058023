import type { Draw } from "./draw.ts";
import type { FuzzRequest } from "./requests.ts";

/** A minute of one key of plan `interne`, with some room. */
const REQUESTS_A_KEY = 3000;
/** For one key that a plan limits: a minute of plan `gratuit` is sixty requests. */
const REQUESTS_A_LIMITED_KEY = 1000;

/** Keys of each full account that requests may revoke: an account has five at most. */
const SPARES = 3;

interface Presented {
  readonly headers: Readonly<Record<string, string>>;
  readonly kind: FuzzRequest["key"];
}

/** Keys of every plan, and the ways of having none. */
export class Keys {
  private constructor(
    /** Of plan `interne`, enough of them for their minute limits not to matter. */
    readonly full: readonly string[],
    /** Of plans that refuse semantic search, or whose limits are soon reached. */
    private readonly limited: readonly string[],
    /** Starts of keys that no request presents, of the accounts of `full`. */
    readonly spares: readonly string[],
  ) {}

  static async create(url: string, adminToken: string, requests: number): Promise<Keys> {
    const create = async (plan: string, terms: object = {}): Promise<string> => {
      const answer = await fetch(`${url}/admin/keys`, {
        method: "POST",
        headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
        body: JSON.stringify({ name: "fuzz", plan, ...terms }),
      });
      return ((await answer.json()) as { key: string }).key;
    };
    const many = (count: number, plan: string) =>
      Promise.all(Array.from({ length: count }, () => create(plan)));
    const full = await many(Math.ceil(requests / REQUESTS_A_KEY), "interne");
    const free = await many(Math.ceil(requests / REQUESTS_A_LIMITED_KEY), "gratuit");
    const limited = [...free, await create("pro"), await create("pro", { quota: 5 })];
    for (const key of [...full, ...limited]) await untilKnown(url, key);
    const spares: string[] = [];
    for (const key of full) for (let made = 0; made < SPARES; made += 1) spares.push(await spare(url, key));
    return new Keys(full, limited, spares);
  }

  draw(isKeyed: boolean, draw: Draw): Presented {
    const dice = draw.below(100);
    if (dice < 80) return { headers: { "x-api-key": draw.oneOf(this.full) }, kind: "full" };
    if (dice < 92) return { headers: { "x-api-key": draw.oneOf(this.limited) }, kind: "limited" };
    if (dice < 95 || !isKeyed) return { headers: {}, kind: "none" };
    // Each from an address of its own: after sixty from one, wrong keys get another answer.
    const from = `10.${draw.below(256)}.${draw.below(256)}.${draw.below(256)}`;
    return { headers: { "x-api-key": this.drawWrong(draw), "x-forwarded-for": from }, kind: "wrong" };
  }

  private drawWrong(draw: Draw): string {
    const known = draw.oneOf(this.full);
    const other = known.endsWith("a") ? "b" : "a";
    return draw.oneOf([
      known.slice(0, -1) + other,
      known.toLowerCase(),
      `${known},${known}`,
      "boi_",
      "é",
      `${known}${known}`,
      "x".repeat(4000),
      known.slice(4),
      `"${known}"`,
    ]);
  }
}

/** Creates another key of an account, and gives its start. */
async function spare(url: string, key: string): Promise<string> {
  const answer = await fetch(`${url}/v1/compte/cles`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ name: "de trop" }),
  });
  return ((await answer.json()) as { visible_start: string }).visible_start;
}

/** A process looks up a few unknown keys a second: the others wait (503). */
async function untilKnown(url: string, key: string): Promise<void> {
  const headers = { "x-api-key": key };
  while ((await fetch(`${url}/v1/compte`, { headers })).status === 503) await Bun.sleep(100);
}
