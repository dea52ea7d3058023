import { Refusal } from "./refusal.ts";
import type {
  CreateBody,
  MatchBody,
  QueryBody,
  QueryGroupsBody,
  ScrollBody,
  UpdateBody,
  UpsertBody,
} from "./requests.ts";

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

/** A server's default settings of a collection (version 1.19). */
const HNSW = {
  m: 16,
  ef_construct: 100,
  full_scan_threshold: 10_000,
  max_indexing_threads: 0,
  on_disk: false,
};
const OPTIMIZER = { indexing_threshold: 10_000 };

/** A collection of the double: exact cosines over all its points, but for those that it is made to miss. */
export class Collection {
  readonly indexes = new Set<string>();
  private readonly points = new Map<string | number, Point>();

  constructor(private made: CreateBody) {}

  get size(): number {
    return this.made.vectors.size;
  }

  /** The whole configuration, as a server reports it. */
  get config() {
    const { vectors, shard_number = 1, replication_factor = 1, hnsw_config, quantization_config } = this.made;
    const { optimizers_config } = this.made;
    return {
      params: { vectors, shard_number, replication_factor },
      hnsw_config: { ...HNSW, ...hnsw_config },
      optimizer_config: { ...OPTIMIZER, ...optimizers_config },
      quantization_config: quantization_config ?? null,
    };
  }

  get count(): number {
    return this.points.size;
  }

  update({ optimizers_config }: UpdateBody): void {
    this.made = { ...this.made, optimizers_config: { ...this.made.optimizers_config, ...optimizers_config } };
  }

  copy(): Collection {
    const copy = new Collection(this.made);
    for (const field of this.indexes) copy.indexes.add(field);
    for (const [id, point] of this.points) copy.points.set(id, point);
    return copy;
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
  scroll({ limit, offset, with_payload, with_vector }: ScrollBody) {
    const ids = [...this.points.keys()].sort().filter((id) => offset === undefined || id >= offset);
    const points = ids.slice(0, limit).map((id) => {
      const point = this.points.get(id);
      const payload = with_payload === true ? point?.payload : chosen(point, with_payload);
      return { id, payload, ...(with_vector ? { vector: [...(point?.vector ?? [])] } : {}) };
    });
    return { points, next_page_offset: ids[limit] ?? null };
  }

  /** @param missed one in that many of the nearest points, by a search that is not exact; 0 = none. */
  query(body: QueryBody, missed: number) {
    const nearest = this.nearest(body, missed).slice(0, body.limit);
    return nearest.map((hit) => shown(hit, body.with_payload));
  }

  queryGroups(body: QueryGroupsBody, missed: number) {
    this.demandIndex(body.group_by);
    const groups = new Map<unknown, Scored[]>();
    for (const hit of this.nearest(body, missed)) {
      const group = hit.point.payload[body.group_by];
      groups.set(group, [...(groups.get(group) ?? []), hit]);
    }
    return [...groups].slice(0, body.limit).map(([id, hits]) => ({
      id,
      hits: hits.slice(0, body.group_size).map((hit) => shown(hit, body.with_payload)),
    }));
  }

  /** All the points that a filter keeps, by falling score. */
  private nearest({ query: asked, filter, params }: QueryBody, missed: number): Scored[] {
    const conditions = filter?.must ?? [];
    for (const { key } of conditions) this.demandIndex(key);
    const query = this.normalised(asked);
    const scored = [...this.points.values()]
      .filter(({ payload }) => conditions.every(({ key, match }) => matches(payload[key], match)))
      .map((point) => ({ point, score: dot(point.vector, query) }))
      .sort(byScore);
    const isWhole = params?.exact === true || missed === 0;
    return isWhole ? scored : scored.filter((_, rank) => rank % missed !== 0);
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

/** A list matches by any of its values. */
function matches(value: unknown, match: MatchBody): boolean {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const wanted: readonly unknown[] = "any" in match ? match.any : [match.value];
  return values.some((one) => wanted.includes(one));
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
