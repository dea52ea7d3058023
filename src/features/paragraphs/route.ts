import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { paragraphText } from "../../../bofip/paragraphs/paragraphs.ts";
import { fingerprint } from "../../../bofip/text/characters.ts";
import { readEditions, type StoredEdition } from "../../../db/queries/documents.ts";
import { editionAt, readHeldEditions } from "../../../db/queries/texts/editions-at.ts";
import { readDocumentState } from "../../../db/queries/versions.ts";
import type { Gates } from "../../access/gates.ts";
import type { ApiError } from "../../http/errors/api-error.ts";
import { lawOf, revalidated } from "../../http/exchange.ts";
import { askedText, demandOneText, textQuery } from "../../schemas/parameters/asked-text.ts";
import { pastDays } from "../../schemas/parameters/days.ts";
import { documentId, paragraphNumber, undatedId } from "../../schemas/parameters/parameter.ts";
import { documentAnswers, textAnswers, unchangedAnswer } from "../../schemas/responses.ts";
import { paragraphEditionOf } from "../../texts/edition.ts";
import {
  demandPossible,
  refusalOfDay,
  refusalOfErased,
  refusalOfNumber,
  unknownDocument,
} from "../../texts/find-text.ts";
import { lawOfText } from "../../texts/law-of-day.ts";
import type { DocumentDeps } from "../documents/service.ts";
import { DayState, ParagraphAnswer, ParagraphOnDays } from "./answer.ts";
import { readParagraph, withLawOfDay } from "./service.ts";

export const paragraphs = (gates: Gates, deps: DocumentDeps) =>
  new Elysia({ name: "paragraphs", prefix: "/v1", normalize: false })
    .use(gates.admitted)
    .use(gates.keptByRevision)
    .get(
      "/boi/:id/paragraphes/:numero",
      async ({ request, params: { id, numero }, query }) => {
        const asked = askedText(id, query);
        const paragraph = await readParagraph(deps, { boiId: id.boiId, asked, numero });
        return await withLawOfDay(deps.database, paragraph, lawOfText(lawOf(request), asked, deps.clock));
      },
      {
        params: t.Object({
          id: documentId({
            description: "Identifiant du document ; suivi de -AAAAMMJJ, il nomme une de ses éditions.",
            examples: ["BOI-IR-LIQ-20-10"],
          }),
          numero: paragraphNumber({ description: "Numéro du §.", examples: ["10"] }),
        }),
        query: t.Object(textQuery(deps.clock), { additionalProperties: false }),
        transform: demandOneText,
        response: { ...textAnswers(ParagraphAnswer), ...unchangedAnswer },
        beforeHandle: revalidated,
        detail: {
          operationId: "getParagraph",
          tags: ["Documents"],
          summary: "Un paragraphe (§)",
          description:
            "Le texte d'un §, son empreinte, et depuis quand il est inchangé dans les éditions détenues. Accepte If-None-Match.",
        },
      },
    );

const MOST_DAYS = 10;

export const paragraphOnDays = (gates: Gates, deps: DocumentDeps & { readonly clock: () => Date }) =>
  new Elysia({ name: "paragraphOnDays", prefix: "/v1", normalize: false })
    .use(gates.admitted)
    .use(gates.keptByRevision)
    .get(
      "/boi/:id/paragraphes/:numero/jours",
      ({ params: { id: boiId, numero }, query: { le: days } }) =>
        readParagraphOnDays(deps, { boiId, numero, days }),
      {
        params: t.Object({
          id: undatedId({ description: "Identifiant, sans date.", examples: ["BOI-IR-LIQ-20-10"] }),
          numero: paragraphNumber({ description: "Numéro du §.", examples: ["40"] }),
        }),
        query: t.Object(
          {
            le: pastDays(deps.clock, MOST_DAYS, {
              description: `De 1 à ${MOST_DAYS} jours, à Paris, séparés par des virgules.`,
              examples: ["2025-11-03,2026-07-01"],
            }),
          },
          { additionalProperties: false },
        ),
        response: { ...documentAnswers(ParagraphOnDays), ...unchangedAnswer },
        beforeHandle: revalidated,
        detail: {
          operationId: "getParagraphOnDays",
          tags: ["Documents"],
          summary: "Un paragraphe (§) à plusieurs dates",
          description:
            "Ce que disait un § chacun de ces jours, ou pourquoi rien n'en est donné, pour une seule unité. Accepte If-None-Match.",
        },
      },
    );

interface ParagraphOnDaysRequest {
  readonly boiId: string;
  /** In its usual form. */
  readonly numero: string;
  /** `YYYY-MM-DD`, in any order. */
  readonly days: readonly string[];
}

type Day = ParagraphOnDays["jours"][number];

/**
 * The text of a § on each of some days, in their order, or why there is none. Whatever the number of days, it takes
 * two statements in parallel, then one that reads each edition in force once.
 * @throws {ApiError} `unknown_document`
 */
export async function readParagraphOnDays(
  deps: DocumentDeps,
  { boiId, numero, days }: ParagraphOnDaysRequest,
): Promise<ParagraphOnDays> {
  demandPossible(boiId);
  const { database } = deps;
  const [held, state] = await Promise.all([
    readHeldEditions(database, boiId),
    readDocumentState(database, boiId),
  ]);
  if (state === null) throw await unknownDocument(database, boiId);
  const inForce = new Map(days.map((day) => [day, editionAt(held, day)?.id]));
  const rows = new Set([...inForce.values()].filter((row) => row !== undefined));
  const read = await readEditions(database, boiId, [...rows]);
  const byRow = new Map(read.map((stored) => [stored.edition, stored]));
  const answers = days.map((day) => {
    const stored = byRow.get(inForce.get(day) ?? 0);
    return stored === undefined
      ? { jour: day, etat: codeOf(refusalOfDay(boiId, day, held, state)), ...NOTHING }
      : dayOf(deps, stored, day, numero);
  });
  return { boi_id: boiId, numero, jours: compared(answers) };
}

const NOTHING = { texte: null, edition: null, identique_au_precedent: null } as const;

function dayOf(deps: DocumentDeps, stored: StoredEdition, jour: string, numero: string): Day {
  const { boi_id: boiId, contenu_texte, spans, empreinte, erased_at: erasedAt } = stored;
  if (erasedAt !== null)
    return { jour, etat: codeOf(refusalOfErased(boiId, empreinte, erasedAt)), ...NOTHING };
  const edition = paragraphEditionOf(deps, stored, jour);
  const texte = paragraphText(contenu_texte, spans, numero);
  if (texte === null) return { jour, etat: codeOf(refusalOfNumber(stored, numero)), ...NOTHING, edition };
  return { jour, etat: "texte", ...NOTHING, texte, edition };
}

/** Compares each text with the previous one by their fingerprints, which ignore white space. */
function compared(days: readonly Day[]): Day[] {
  let previous: string | null = null;
  return days.map((day) => {
    if (day.texte === null) return day;
    const own = fingerprint(day.texte);
    const isSame: boolean | null = previous === null ? null : own === previous;
    previous = own;
    return { ...day, identique_au_precedent: isSame };
  });
}

/** The code with which the § itself would be refused. @throws {ApiError} one that no day is refused with. */
function codeOf(refusal: ApiError): DayState {
  const state = DayState.anyOf.find(({ const: code }) => code === refusal.entry.code);
  if (state === undefined) throw refusal;
  return state.const;
}
