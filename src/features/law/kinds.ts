import type { CitedKind } from "../../../bofip/law/cited/keys.ts";
import {
  answerName,
  COURT_NAMES,
  decisionName,
  NORM_KIND_NAMES,
  normName,
} from "../../../bofip/law/cited/mentions.ts";
import type { CitingNews, LawCitingDocument } from "./answer.ts";
import { type LawCitingRequest, readCitedDecision, readCitedNorme, readCitedReponse } from "./citing.ts";
import {
  type CitedLawDeps,
  type LawListRequest,
  listDecisions,
  listNormes,
  listReponses,
} from "./service.ts";

/** A decision, a norm or an answer, as lists show it. */
export interface NamedLaw {
  readonly cle: string | null;
  readonly name: string;
  readonly documents: number;
  readonly actualites: number;
}

/** One of them, with a page of the documents that cite it, and the actualités that do. */
export interface CitingLaw {
  readonly name: string;
  readonly url: string | null;
  readonly total: number;
  readonly documents: readonly LawCitingDocument[];
  readonly actualites: readonly CitingNews[];
}

/** What the pages of a kind show. */
export interface LawPages {
  readonly genre: CitedKind;
  readonly title: string;
  /** What its list may be kept to, with its name. */
  readonly classes: Readonly<Record<string, string>>;
  readonly list: (
    deps: CitedLawDeps,
    request: LawListRequest,
  ) => Promise<{ readonly total: number; readonly entries: readonly NamedLaw[] }>;
  readonly read: (deps: CitedLawDeps, request: LawCitingRequest) => Promise<CitingLaw>;
}

/** The three kinds, in the order of pages. */
export const LAW_PAGES: Readonly<Record<CitedKind, LawPages>> = {
  decision: {
    genre: "decision",
    title: "Décisions citées",
    classes: COURT_NAMES,
    list: async (deps, request) => {
      const { total, decisions } = await listDecisions(deps, request);
      return { total, entries: decisions.map((entry) => ({ ...entry, name: decisionName(entry) })) };
    },
    read: async (deps, request) => {
      const found = await readCitedDecision(deps, request);
      return { ...found, name: decisionName(found) };
    },
  },
  norme: {
    genre: "norme",
    title: "Textes cités",
    classes: NORM_KIND_NAMES,
    list: async (deps, request) => {
      const { total, normes } = await listNormes(deps, request);
      return { total, entries: normes.map((entry) => ({ ...entry, name: normName(entry) })) };
    },
    read: async (deps, request) => {
      const found = await readCitedNorme(deps, request);
      return { ...found, name: normName(found) };
    },
  },
  reponse: {
    genre: "reponse",
    title: "Réponses ministérielles citées",
    classes: { AN: "Assemblée nationale", Senat: "Sénat" },
    list: async (deps, request) => {
      const { total, reponses } = await listReponses(deps, request);
      return { total, entries: reponses.map((entry) => ({ ...entry, name: answerName(entry) })) };
    },
    read: async (deps, request) => {
      const found = await readCitedReponse(deps, request);
      return { ...found, name: answerName(found) };
    },
  },
};
