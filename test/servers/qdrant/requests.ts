import { type Static, Type as t } from "@sinclair/typebox";

/**
 * The bodies of the requests that we send, in the terms of Qdrant's OpenAPI document (version 1.19); a field that is
 * not here is refused, whether or not the real server would let it pass.
 */
const closed = { additionalProperties: false };
const Keyword = t.Union([t.Literal("keyword")]);
const oneOf = (...names: readonly string[]) => t.Union(names.map((name) => t.Literal(name)));
/** An unsigned integer or a UUID (Qdrant, « Points », « Point IDs »). */
const PointId = t.Union([
  t.Integer({ minimum: 0 }),
  t.String({ pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" }),
]);

const uint = t.Integer({ minimum: 0 });
/** A number of a range that the server checks once the body is read, and refuses otherwise. */
const ranged = (minimum: number, maximum = Number.POSITIVE_INFINITY) =>
  t.Number({ minimum, maximum, ranged: true });
const rangedInteger = (minimum: number) => t.Integer({ minimum, ranged: true });

const HnswConfig = t.Object(
  {
    m: t.Optional(uint),
    ef_construct: t.Optional(rangedInteger(4)),
    full_scan_threshold: t.Optional(uint),
    max_indexing_threads: t.Optional(uint),
    on_disk: t.Optional(t.Boolean()),
    payload_m: t.Optional(uint),
  },
  closed,
);

/** 0 for no graph at all, whatever is written (Qdrant, « Bulk upload »). */
const OptimizersConfig = t.Object({ indexing_threshold: t.Optional(uint) }, closed);

const Scalar = t.Object(
  {
    type: t.Literal("int8"),
    quantile: t.Optional(ranged(0.5, 1)),
    always_ram: t.Optional(t.Boolean()),
  },
  closed,
);

const Binary = t.Object(
  {
    always_ram: t.Optional(t.Boolean()),
    encoding: t.Optional(oneOf("one_bit", "two_bits", "one_and_half_bits")),
    query_encoding: t.Optional(oneOf("default", "binary", "scalar4bits", "scalar8bits")),
  },
  closed,
);

export const Count = t.Object({ exact: t.Boolean() }, closed);

export const CreateCollection = t.Object(
  {
    vectors: t.Object({ size: rangedInteger(1), distance: t.Literal("Cosine") }, closed),
    shard_number: t.Optional(t.Integer({ minimum: 1 })),
    replication_factor: t.Optional(t.Integer({ minimum: 1 })),
    hnsw_config: t.Optional(HnswConfig),
    optimizers_config: t.Optional(OptimizersConfig),
    /** One of its kinds. */
    quantization_config: t.Optional(
      t.Object(
        { scalar: t.Optional(Scalar), binary: t.Optional(Binary) },
        { ...closed, minProperties: 1, maxProperties: 1 },
      ),
    ),
  },
  closed,
);

export const UpdateCollection = t.Object({ optimizers_config: OptimizersConfig }, closed);

export const CreateIndex = t.Object({ field_name: t.String(), field_schema: Keyword }, closed);

export const ChangeAliases = t.Object(
  {
    actions: t.Array(
      t.Union([
        t.Object(
          { create_alias: t.Object({ collection_name: t.String(), alias_name: t.String() }, closed) },
          closed,
        ),
        t.Object({ delete_alias: t.Object({ alias_name: t.String() }, closed) }, closed),
      ]),
    ),
  },
  closed,
);

export const UpsertPoints = t.Object(
  {
    points: t.Array(
      t.Object(
        { id: PointId, vector: t.Array(t.Number()), payload: t.Record(t.String(), t.Unknown()) },
        closed,
      ),
      { minItems: 1 },
    ),
  },
  closed,
);

export const DeletePoints = t.Object({ points: t.Array(PointId) }, closed);

export const Scroll = t.Object(
  {
    limit: t.Integer({ minimum: 1 }),
    offset: t.Optional(PointId),
    /** All of it where true. */
    with_payload: t.Union([t.Array(t.String()), t.Literal(true)]),
    with_vector: t.Boolean(),
  },
  closed,
);

const Match = t.Union([
  t.Object({ value: t.String() }, closed),
  t.Object({ any: t.Array(t.String(), { minItems: 1 }) }, closed),
]);

const Filter = t.Object({ must: t.Array(t.Object({ key: t.String(), match: Match }, closed)) }, closed);

const SearchParams = t.Object(
  {
    exact: t.Optional(t.Boolean()),
    hnsw_ef: t.Optional(uint),
    indexed_only: t.Optional(t.Boolean()),
    quantization: t.Optional(
      t.Object(
        {
          ignore: t.Optional(t.Boolean()),
          rescore: t.Optional(t.Boolean()),
          oversampling: t.Optional(ranged(1)),
        },
        closed,
      ),
    ),
  },
  closed,
);

const query = {
  query: t.Array(t.Number()),
  limit: rangedInteger(1),
  filter: t.Optional(Filter),
  params: t.Optional(SearchParams),
  with_payload: t.Array(t.String()),
};

export const Query = t.Object(query, closed);

export const QueryGroups = t.Object({ ...query, group_by: t.String(), group_size: rangedInteger(1) }, closed);

export type MatchBody = Static<typeof Match>;
export type UpdateBody = Static<typeof UpdateCollection>;
export type ScrollBody = Static<typeof Scroll>;
export type CreateBody = Static<typeof CreateCollection>;
export type QueryBody = Static<typeof Query>;
export type QueryGroupsBody = Static<typeof QueryGroups>;
export type UpsertBody = Static<typeof UpsertPoints>;
export type AliasAction = Static<typeof ChangeAliases>["actions"][number];
