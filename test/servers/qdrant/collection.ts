import { Refusal } from "./refusal.ts";
import type { MatchBody, QueryGroupsBody, UpsertBody } from "./requests.ts";

export interface Point {
  readonly id: string | number;
  /** Of length 1, as a collection of cosines keeps it. */
  readonly vector: Float32Array;
  readonly payload: Readonly<Record<string, unknown>>;
}

interface Scored {
  readonly point: Point;
  readonly score: number;
}

/** A collection of the double: exact cosines over all its points. */
export class Collection {
  readonly indexes = new Set<string>();
  private readonly points = new Map<string | number, Point>();

  /** Shards and replicas, which a single node keeps in mind and no more. */
  copies: readonly [number, number] = [1, 1];

  constructor(readonly size: number) {}

  get count(): number {
    return this.points.size;
  }

  copy(): Collection {
    const copy = new Collection(this.size);
    for (const field of this.indexes) copy.indexes.add(field);
    for (const [id, point] of this.points) copy.points.set(id, point);
    return copy;
  }

  /** Every point, by identifier. */
  all(): Point[] {
    return [...this.points.values()].sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1));
  }

  upsert(points: UpsertBody["points"]): void {
    const checked = points.map(({ id, vector, payload }) => ({
      id,
      payload,
      vector: this.normalised(vector),
    }));
    for (const point of checked) this.points.set(point.id, point);
  }

  delete(ids: readonly (string | number)[]): void {
    for (const id of ids) this.points.delete(id);
  }

  /** In the order of identifiers, from `offset`. */
  scroll(limit: number, offset: string | number | undefined, fields: readonly string[]) {
    const ids = [...this.points.keys()].sort().filter((id) => offset === undefined || id >= offset);
    const points = ids.slice(0, limit).map((id) => ({ id, payload: chosen(this.points.get(id), fields) }));
    return { points, next_page_offset: ids[limit] ?? null };
  }

  queryGroups(body: QueryGroupsBody) {
    const conditions = body.filter?.must ?? [];
    for (const field of [body.group_by, ...conditions.map(({ key }) => key)]) this.demandIndex(field);
    const query = this.normalised(body.query);
    const groups = new Map<unknown, Scored[]>();
    for (const point of this.points.values()) {
      if (!conditions.every(({ key, match }) => matches(point.payload[key], match))) continue;
      const group = point.payload[body.group_by];
      groups.set(group, [...(groups.get(group) ?? []), { point, score: dot(point.vector, query) }]);
    }
    const best = [...groups].map(([id, hits]) => ({
      id,
      hits: hits.sort(byScore).slice(0, body.group_size),
    }));
    best.sort((left, right) => (right.hits[0]?.score ?? 0) - (left.hits[0]?.score ?? 0));
    return best.slice(0, body.limit).map(({ id, hits }) => ({
      id,
      hits: hits.map((hit) => shown(hit, body.with_payload)),
    }));
  }

  private normalised(vector: readonly number[]): Float32Array {
    if (vector.length !== this.size) {
      throw new Refusal(
        400,
        `Wrong input: Vector dimension error: expected dim: ${this.size}, got ${vector.length}`,
      );
    }
    const norm = Math.hypot(...vector);
    return Float32Array.from(vector, (value) => (norm === 0 ? 0 : value / norm));
  }

  /** As a server in strict mode does. */
  private demandIndex(field: string): void {
    if (this.indexes.has(field)) return;
    throw new Refusal(
      400,
      `Bad request: Index required but not found for "${field}" of one of the following types: [keyword]`,
    );
  }
}

function matches(value: unknown, match: MatchBody): boolean {
  return "any" in match ? match.any.some((wanted) => wanted === value) : match.value === value;
}

function byScore(left: Scored, right: Scored): number {
  return right.score - left.score;
}

function shown({ point, score }: Scored, fields: readonly string[]) {
  return { id: point.id, version: 0, score, payload: chosen(point, fields) };
}

function chosen(point: Point | undefined, fields: readonly string[]) {
  return Object.fromEntries(Object.entries(point?.payload ?? {}).filter(([name]) => fields.includes(name)));
}

function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < left.length; i++) sum += (left[i] ?? 0) * (right[i] ?? 0);
  return sum;
}
