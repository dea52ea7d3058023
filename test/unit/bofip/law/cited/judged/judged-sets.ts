import { Type as t } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { Entry, Kind } from "./entries.ts";

/** A thing that a judge found in a text, and what else would be right. */
export interface Judged {
  readonly expected: Entry;
  /** Other right values, by field. */
  readonly accepted: Readonly<Record<string, readonly unknown[]>>;
  /** Whether the judge counts it neither for nor against. */
  readonly isOptional: boolean;
}

const FOLDER = new URL("../../../../../fixtures/law-cited/", import.meta.url);
const Fields = t.Record(t.String(), t.Unknown());
const Rare = t.Object({
  texte: t.String(),
  decisions: t.Array(Fields),
  normes: t.Array(Fields),
  reponses: t.Array(Fields),
  ouvert: t.Optional(t.Record(t.String(), t.Union([t.String(), t.Array(t.Unknown())]))),
});

/** A text of the rare forms, and what it cites. */
export interface RareForm {
  readonly texte: string;
  readonly cited: Readonly<Record<Kind, readonly Judged[]>>;
}

async function linesOf(name: string): Promise<unknown[]> {
  const lines = (await Bun.file(new URL(name, FOLDER)).text()).trim().split("\n");
  return lines.map((line) => JSON.parse(line));
}

/** The eighty rare forms, with the readings that their notes leave open. */
export async function readRareForms(): Promise<readonly RareForm[]> {
  return (await linesOf("rare-forms.jsonl")).map((line) => {
    const { texte, ouvert = {}, ...cited } = Value.Parse(Rare, line);
    const judged = (kind: Kind) => [
      ...cited[kind].map((expected, index) => judgedOf(kind, index, expected, ouvert)),
      ...supplements(kind, cited[kind].length, ouvert),
    ];
    return {
      texte,
      cited: { decisions: judged("decisions"), normes: judged("normes"), reponses: judged("reponses") },
    };
  });
}

type Open = Readonly<Record<string, string | readonly unknown[]>>;

/** « decisions[0].formation » or « decisions[*].formation » lists other right values, « decisions[0] » says that it may be missing. */
function judgedOf(kind: Kind, index: number, expected: Entry, open: Open): Judged {
  const accepted: Record<string, readonly unknown[]> = {};
  for (const field of Object.keys(expected)) {
    const values = [open[`${kind}[${index}].${field}`], open[`${kind}[*].${field}`]];
    accepted[field] = values.flatMap((each) => (Array.isArray(each) ? each : []));
  }
  return { expected, accepted, isOptional: open[`${kind}[${index}]`] !== undefined };
}

/** « normes[1] » beyond the list: one entry more is no fault. */
function supplements(kind: Kind, index: number, open: Open): Judged[] {
  return open[`${kind}[${index}]`] === undefined ? [] : [{ expected: {}, accepted: {}, isOptional: true }];
}

/** What the notes of the decisions' judge accept beside the values of the set. */
const ACCEPTED_DECISIONS: Readonly<Record<string, Judged["accepted"]>> = {
  "BOI-IR-DOMIC-10-20-20-50 CC-2014-437-QPC": { ecli: ["ECLI:FR:CC:2015:2014.437.QPC"] },
  "BOI-IR-DOMIC-40 CJUE-C-279-93": { paragraphes: [["1"]] },
  "BOI-RES-BIC-000070 CE-331071": { cle: [null] },
  "BOI-RES-BIC-000070 CE-31833": { cle: ["CE-318-33", null] },
};

/** The judged entries of the real corpus, by document. */
export async function readJudged(kind: Kind): Promise<ReadonlyMap<string, readonly Judged[]>> {
  const name = { decisions: "decisions", normes: "statutes", reponses: "answers" }[kind];
  const lines = (await linesOf(`${name}.jsonl`)).map((line) => Value.Parse(Fields, line));
  const byDocument = Map.groupBy(lines, ({ boi_id }) => String(boi_id));
  return new Map(
    [...byDocument].map(([boiId, entries]) => [boiId, entries.map((entry) => realJudged(boiId, entry))]),
  );
}

function realJudged(boiId: string, { boi_id: _, cle_admise, doute, ...expected }: Entry): Judged {
  const { cle, ...others } = ACCEPTED_DECISIONS[`${boiId} ${String(expected["cle"])}`] ?? {};
  const keys = [...(cle ?? []), ...(cle_admise === undefined ? [] : [cle_admise])];
  return { expected, accepted: { ...others, cle: keys }, isOptional: doute !== undefined };
}

/** The documents whose norms were all judged, most with some and thirteen with none. */
export async function readStatuteDocuments(): Promise<readonly string[]> {
  return (await Bun.file(new URL("statute-documents.txt", FOLDER)).text()).trim().split("\n");
}
