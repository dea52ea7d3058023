import { type Static, Type as t } from "@sinclair/typebox";

/**
 * The bodies of the requests that we send, in the terms of Qdrant's OpenAPI document (version 1.19); a field that is
 * not here is refused, whether or not the real server would let it pass.
 */
const closed = { additionalProperties: false };
const Keyword = t.Union([t.Literal("keyword")]);
/** An unsigned integer or a UUID (Qdrant, « Points », « Point IDs »). */
const PointId = t.Union([
  t.Integer({ minimum: 0 }),
  t.String({ pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" }),
]);

export const CreateCollection = t.Object(
  {
    vectors: t.Object({ size: t.Integer({ minimum: 1 }), distance: t.Literal("Cosine") }, closed),
    shard_number: t.Optional(t.Integer({ minimum: 1 })),
    replication_factor: t.Optional(t.Integer({ minimum: 1 })),
    quantization_config: t.Optional(
      t.Object(
        {
          scalar: t.Object({ type: t.Literal("int8"), always_ram: t.Optional(t.Boolean()) }, closed),
        },
        closed,
      ),
    ),
  },
  closed,
);

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
    with_payload: t.Array(t.String()),
    with_vector: t.Boolean(),
  },
  closed,
);

const Match = t.Union([
  t.Object({ value: t.String() }, closed),
  t.Object({ any: t.Array(t.String(), { minItems: 1 }) }, closed),
]);

const Filter = t.Object({ must: t.Array(t.Object({ key: t.String(), match: Match }, closed)) }, closed);

export const QueryGroups = t.Object(
  {
    query: t.Array(t.Number()),
    group_by: t.String(),
    group_size: t.Integer({ minimum: 1 }),
    limit: t.Integer({ minimum: 1 }),
    filter: t.Optional(Filter),
    params: t.Optional(
      t.Object(
        {
          exact: t.Optional(t.Boolean()),
          hnsw_ef: t.Optional(t.Integer({ minimum: 0 })),
          quantization: t.Optional(
            t.Object(
              { rescore: t.Optional(t.Boolean()), oversampling: t.Optional(t.Number({ minimum: 1 })) },
              closed,
            ),
          ),
        },
        closed,
      ),
    ),
    with_payload: t.Array(t.String()),
  },
  closed,
);

export type MatchBody = Static<typeof Match>;
export type QueryGroupsBody = Static<typeof QueryGroups>;
export type UpsertBody = Static<typeof UpsertPoints>;
export type AliasAction = Static<typeof ChangeAliases>["actions"][number];
