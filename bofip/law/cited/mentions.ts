/** Courts whose decisions are read. `CJUE` also stands for the former CJCE. */
export const COURTS = ["CE", "CAA", "TA", "CASS", "CC", "CJUE", "CEDH", "TC"] as const;

export type Court = (typeof COURTS)[number];

/** Kinds of norms that are read, beside the articles of codes. */
export const NORM_KINDS = [
  "loi",
  "ordonnance",
  "decret",
  "arrete",
  "directive",
  "reglement",
  "convention",
  "traite",
  "constitution",
] as const;

export type NormKind = (typeof NORM_KINDS)[number];

/** Chambers of parliament whose journal publishes ministerial answers. */
export const CHAMBERS = ["AN", "Senat"] as const;

export type Chamber = (typeof CHAMBERS)[number];

/** One place of a text. */
export interface Place {
  /** The words, on one line. */
  readonly texte: string;
  /** UTF-16 offsets in the source. Norms and decisions that are named together may share them. */
  readonly start: number;
  readonly end: number;
}

/** What is known of something cited, wherever it is: fields that the text does not give are null. */
interface Cited {
  /** Readable and stable; null when the text does not identify one thing. */
  readonly cle: string | null;
  /** `YYYY-MM-DD`. */
  readonly date: string | null;
  /** Official page: from a link of the text, or from a rule of its publisher. */
  readonly url: string | null;
}

/** A decision of a court. */
export interface CitedDecision extends Cited {
  readonly juridiction: Court;
  /** As written: « plén. », « 2e civ. », « 9e et 10e ss-sect. ». */
  readonly formation: string | null;
  /** As written: `248065`, `09-10.791`, `C-311/08`, `2012-662 DC`. */
  readonly numero: string | null;
  /** With its `ECLI:`, as written or by the rule of the Conseil constitutionnel. */
  readonly ecli: string | null;
}

/** A statute, a regulation or a treaty; one for each article of it that is cited. */
export interface CitedNorm extends Cited {
  readonly nature: NormKind;
  /** As written: `2012-1509`, `2006/112/CE`. */
  readonly numero: string | null;
  /** Number of the article, as written: `60`, `1er`, `14-2`; null for the whole. */
  readonly article: string | null;
}

/** A minister's answer to a question of a member of parliament. */
export interface CitedAnswer extends Cited {
  readonly chambre: Chamber;
  /** Surname of the member of parliament. */
  readonly auteur: string | null;
  /** Of the question, as written: `69794`, `01928`. */
  readonly numero: string | null;
}

export type DecisionMention = CitedDecision & Place;
export type NormeMention = CitedNorm & Place;
export type ReponseMention = CitedAnswer & Place;

/** What a text cites beside the articles of codes; each list in the order of the text. */
export interface CitedLaw {
  readonly decisions: readonly DecisionMention[];
  readonly normes: readonly NormeMention[];
  readonly reponses: readonly ReponseMention[];
}
