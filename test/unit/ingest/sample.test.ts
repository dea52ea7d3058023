import { describe, expect, test } from "bun:test";

const FIELDS = [
  "type",
  "titre",
  "debut_de_validite",
  "serie",
  "division",
  "identifiant_juridique",
  "permalien",
  "contenu",
  "contenu_html",
] as const;
type SampleRecord = Record<Exclude<(typeof FIELDS)[number], "division">, string> & {
  division: string | null;
};

const OLDER = "2026-03-02";
const NEWER = "2026-09-14";
const DOMAINS = ["IS", "IR", "TVA", "BIC", "BNC", "RPPM", "CF", "ENR", "IF", "PAT", "TPS", "REC"];
/** Series numbered without a classification: their titles have no breadcrumb. */
const UNPLANNED_SERIES = ["RES", "ANNX", "BAREME", "FORM", "LETTRE"];
/** Link targets deliberately missing from the sample, to show unresolved references. */
const OUTSIDE_LINKS = [
  "https://bofip.impots.gouv.fr/bofip/9901-PGP.html/identifiant=BOI-CTX-GCX-10-20240219",
  "https://bofip.impots.gouv.fr/bofip/9902-PGP.html/identifiant=BOI-SJ-RES-10-20230705",
];
const PARAGRAPH_NUMBER = /<p class="numero-de-paragraphe-western" id="([^"]*)">(\d+)<\/p>/g;
const LINK = /<a href="([^"]*)">([^<]*)<\/a>/g;

const linesOf = { [OLDER]: await readLines(OLDER), [NEWER]: await readLines(NEWER) };

describe.each([OLDER, NEWER] as const)("the sample export of %s", (asOf) => {
  const records = linesOf[asOf].map(parse);
  const documents = records.filter((record) => record.type === "Contenu");
  const actualites = records.filter((record) => record.type === "Actualité");
  const byId = indexById(records);

  test("holds documents and actualités only, each identifier once, in the official order", () => {
    expect(documents.length + actualites.length).toBe(records.length);
    expect(byId.size).toBe(records.length);
    expect(records.map(idOf)).toEqual([...documents.map(idOf).sort(), ...actualites.map(idOf).sort()]);
  });

  test("uses identifiers that the contract accepts", () => {
    for (const id of documents.map(idOf)) expect(id).toMatch(/^BOI-[A-Z0-9-]+$/);
    for (const id of actualites.map(idOf)) expect(id).toMatch(/^ACTU-2026-\d{5}$/);
  });

  test("is dated by its latest record", () => {
    const dates = records.map((record) => record.debut_de_validite);
    for (const date of dates) expect(new Date(date).toISOString().slice(0, 10)).toBe(date);
    expect(dates.sort().at(-1)).toBe(asOf);
  });

  test("gives each record a permalink that agrees with its identifier and date", () => {
    const numbers = records.map((record) => {
      const id = record.type === "Contenu" ? datedId(record) : idOf(record);
      const pgp = /\/bofip\/(\d+)-PGP\.html\//.exec(record.permalien)?.[1] ?? "";
      expect(Number(pgp)).toBeGreaterThan(9000);
      expect(record.permalien).toBe(`https://bofip.impots.gouv.fr/bofip/${pgp}-PGP.html/identifiant=${id}`);
      return pgp;
    });
    expect(new Set(numbers).size).toBe(records.length);
  });

  test("covers the twelve domains of the contract, each from a root that disclaims official value", () => {
    for (const domain of DOMAINS) {
      const root = byId.get(`BOI-${domain}`);
      expect(root?.titre).toStartWith(`${domain} - `);
      expect(root?.contenu.split(". ")[0]).toEndWith("sans valeur officielle");
    }
  });

  test("files each planned document under its series and division, below a parent of its breadcrumb", () => {
    for (const record of documents) {
      const segments = idOf(record).split("-");
      const [, serie = "", division = null] = segments;
      expect(record.serie).toBe(serie);
      if (UNPLANNED_SERIES.includes(serie)) continue;
      expect(record.division).toBe(division);
      if (!division) continue;
      const parent = byId.get(segments.slice(0, -1).join("-"));
      const stem = segments.length === 3 ? serie : parent?.titre;
      expect(record.titre).toStartWith(`${stem} - `);
      expect(record.titre.slice(`${stem} - `.length)).not.toContain(" - ");
    }
  });

  test("has plain text equal to its HTML without tags and paragraph numbers", () => {
    for (const record of records) expect(record.contenu).toBe(plainText(record.contenu_html));
  });

  test("numbers paragraphs 1, 10, 20… as the official source does", () => {
    for (const record of documents) {
      const found = [...record.contenu_html.matchAll(PARAGRAPH_NUMBER)].map(([, id, numero]) => ({
        id,
        numero,
      }));
      const expected = found.map((_, index) => {
        const numero = index === 0 ? "1" : String(index * 10);
        return { id: `${numero}_${String(index + 2).padStart(2, "0")}`, numero };
      });
      expect(found).toEqual(expected);
    }
  });

  test("links only to editions of the same export, or outside it on purpose", () => {
    const targets = records.flatMap((record) =>
      [...record.contenu_html.matchAll(LINK)].map(([, href = "", label = ""]) => {
        expect(label).not.toBe(idOf(record));
        const target = byId.get(label);
        expect(target ? [target.permalien] : OUTSIDE_LINKS).toContain(href);
        return href;
      }),
    );
    expect(targets.length).toBeGreaterThan(100);
    expect(targets).toEqual(expect.arrayContaining(OUTSIDE_LINKS));
  });

  test("cites paragraphs that exist in the cited document", () => {
    const citations = documents.flatMap((record) =>
      [...record.contenu.matchAll(/§ (\d+) du (BOI-[A-Z0-9-]+)/g)].map(([, numero, id = ""]) => {
        expect(byId.get(id)?.contenu_html).toContain(`>${numero}</p>`);
        return id;
      }),
    );
    expect(citations.length).toBeGreaterThan(8);
  });

  test("holds readable documents of 150 to 600 words, with captioned tables", () => {
    for (const record of documents) {
      const words = record.contenu.split(" ").length;
      expect([idOf(record), words >= 150 && words <= 600]).toEqual([idOf(record), true]);
    }
    const html = documents.map((record) => record.contenu_html).join("");
    expect(html.split("<table><caption>").length).toBeGreaterThan(6);
    expect(html.split("<table").length).toBe(html.split("<table><caption>").length);
  });

  test("spaces French punctuation with non-breaking spaces", () => {
    for (const record of records) expect(record.contenu).not.toMatch(/ [;:?!%€»]|« |’|\s{2}/);
  });
});

describe("from the older sample export to the newer", () => {
  const older = indexById(linesOf[OLDER].map(parse));
  const newer = indexById(linesOf[NEWER].map(parse));
  const changed = linesOf[NEWER].filter((line) => !linesOf[OLDER].includes(line)).map(parse);

  test("five documents have a new edition, under the same PGP number and title, with another text", () => {
    const modified = changed.filter((record) => older.has(idOf(record)));
    expect(modified.map(datedId)).toEqual([
      "BOI-CF-PGR-10-20260907",
      "BOI-IR-LIQ-20-10-20260622",
      "BOI-IR-RICI-20260511",
      "BOI-IR-RICI-150-20260511",
      "BOI-TVA-DED-20-20260622",
    ]);
    for (const record of modified) {
      const before = older.get(idOf(record));
      expect(before?.debut_de_validite).not.toBe(record.debut_de_validite);
      expect(before?.contenu).not.toBe(record.contenu);
      expect(before?.titre).toBe(record.titre);
      expect(before?.permalien.split("/")[4]).toBe(record.permalien.split("/")[4]);
    }
  });

  test("five documents and five actualités are new", () => {
    expect(changed.map(idOf).filter((id) => !older.has(id))).toEqual([
      "BOI-ENR-DMTG-20-30",
      "BOI-IR-RICI-300",
      "BOI-REC-PART-30",
      "BOI-RES-TVA-000003",
      "BOI-TVA-DECLA",
      "ACTU-2026-00031",
      "ACTU-2026-00038",
      "ACTU-2026-00039",
      "ACTU-2026-00047",
      "ACTU-2026-00049",
    ]);
  });

  test("two documents disappear", () => {
    expect([...older.keys()].filter((id) => !newer.has(id))).toEqual([
      "BOI-IR-RICI-350",
      "BOI-RES-IR-000002",
    ]);
  });

  test("an actualité of the same week announces each new edition, new document and withdrawal", () => {
    const announced = (id: string, date: string) =>
      changed.some(
        (record) =>
          record.type === "Actualité" &&
          new RegExp(`${id}(?!-?[A-Z0-9])`).test(record.contenu) &&
          Math.abs(Date.parse(record.debut_de_validite) - Date.parse(date)) <= 7 * 86_400_000,
      );
    const events = [
      ...changed.filter((record) => record.type === "Contenu").map((r) => [idOf(r), r.debut_de_validite]),
      ...[...older.keys()].filter((id) => !newer.has(id)).map((id) => [id, NEWER]),
    ];
    expect(events).toHaveLength(12);
    for (const [id = "", date = ""] of events) expect([id, announced(id, date)]).toEqual([id, true]);
  });
});

async function readLines(asOf: string): Promise<string[]> {
  const path = new URL(`../../../ingest/sample/export-${asOf}.jsonl`, import.meta.url);
  return (await Bun.file(path).text()).trimEnd().split("\n");
}

function parse(line: string): SampleRecord {
  const value: unknown = JSON.parse(line);
  if (!isSampleRecord(value)) throw new Error(`Enregistrement mal formé : ${line.slice(0, 200)}`);
  return value;
}

function isSampleRecord(value: unknown): value is SampleRecord {
  if (typeof value !== "object" || value === null) return false;
  const fields = Object.entries(value);
  const isTyped = fields.every(([name, content]) =>
    content === null ? name === "division" : typeof content === "string" && content.trim() !== "",
  );
  return isTyped && fields.map(([name]) => name).join() === FIELDS.join();
}

function indexById(records: SampleRecord[]): Map<string, SampleRecord> {
  return new Map(records.map((record) => [idOf(record), record]));
}

function idOf(record: SampleRecord): string {
  return record.identifiant_juridique;
}

function datedId(record: SampleRecord): string {
  return `${idOf(record)}-${record.debut_de_validite.replaceAll("-", "")}`;
}

/** The export flattens its HTML to one line: items are dashed, inline tags vanish, blocks part with a space. */
function plainText(html: string): string {
  return html
    .replace(PARAGRAPH_NUMBER, "")
    .replaceAll("<li>", " - ")
    .replace(/<\/?(?:a|strong)\b[^>]*>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/[ \n]+/g, " ")
    .trim();
}
