import { type Static, Type as t } from "@sinclair/typebox";
import type { TrackedReference } from "../../features/tracking/pinned.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import { namedObject } from "../named-object.ts";
import { Nullable } from "../responses.ts";
import { fingerprintOf } from "./asked-text.ts";
import { pastDate } from "./days.ts";
import { EXPECTED, paragraphNumber, undatedId } from "./parameter.ts";

const MOST_REFERENCES = 1_000;

/** Documents the rule of `demandOnePin` in OpenAPI; the validator ignores this keyword. */
const ONE_PIN = [{ required: ["date"] }, { required: ["empreinte"] }];

/** The references of a body: a document or one of its §, and the day or the fingerprint of the text relied on. */
export const trackedReferencesBody = (clock: () => Date) =>
  namedObject(
    "TrackingRequest",
    {
      references: t.Array(
        namedObject(
          "ReferenceToTrack",
          {
            boi_id: undatedId({ description: "Document, sans date." }),
            numero: t.Optional(
              Nullable(paragraphNumber({ description: "Numéro du § ; null pour le document entier." })),
            ),
            date: t.Optional(
              pastDate(clock, {
                description: "Jour dont on a retenu le texte ; ou `empreinte`, pas les deux.",
              }),
            ),
            empreinte: t.Optional(
              fingerprintOf({ description: "Empreinte du §, ou du texte entier qui le contient." }),
            ),
          },
          { additionalProperties: false, oneOf: ONE_PIN },
        ),
        {
          minItems: 1,
          maxItems: MOST_REFERENCES,
          description: "1 000 au plus.",
          examples: [[{ boi_id: "BOI-IR-LIQ-20-10", numero: "40", date: "2025-11-03" }]],
          [EXPECTED]: () => "un tableau de 1 à 1 000 références",
        },
      ),
    },
    { additionalProperties: false },
  );

type Body = Static<ReturnType<typeof trackedReferencesBody>>;

/** What those references name, once `demandOnePin` let them pass. */
export function trackedReferences({ references }: Body): TrackedReference[] {
  return references.map((reference, rank) => {
    const { boi_id: boiId, numero = null } = reference;
    return { boiId, numero, pin: pinOf(reference, rank) };
  });
}

/** Judges a body before its fields: each reference has a day or a fingerprint. @throws {ApiError} `invalid_parameter` */
export function demandOnePin(body: object): void {
  const references = "references" in body ? body.references : null;
  // One that is too long is refused for that.
  if (!Array.isArray(references) || references.length > MOST_REFERENCES) return;
  references.forEach((reference: unknown, rank) => {
    if (isObject(reference)) pinOf(reference, rank);
  });
}

interface Pinned<Value> {
  readonly date?: Value | undefined;
  readonly empreinte?: Value | undefined;
}

function pinOf<Value>({ date, empreinte }: Pinned<Value>, rank: number) {
  if (date !== undefined && empreinte === undefined) return { date };
  if (empreinte !== undefined && date === undefined) return { empreinte };
  throw new ApiError("invalid_parameter", {
    reason: `Le champ « references/${rank} » doit avoir « date » ou « empreinte », l'un des deux.`,
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
