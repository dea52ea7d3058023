/** Prints, as JSON, the files of which a function runs for each of three acts: docs/architecture.md, « Rooms and arrows ». */
import { contenu, ingester, writeExport } from "../integration/ingest/exports.ts";
import { openService } from "../servers/service.ts";
import { executed } from "./instrument.ts";

const service = await openService();
const key = await service.key("pro");

async function ask(path: string): Promise<void> {
  const answer = await service.get(path, key);
  await answer.text();
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
}

/** What an act runs through, once another of its kind has warmed what is kept. */
async function during(warm: () => Promise<unknown>, act: () => Promise<unknown>): Promise<string[]> {
  await warm();
  executed.clear();
  await act();
  return [...executed].toSorted();
}

const paragraph = (numero: number) => () => ask(`/v1/boi/BOI-IR-LIQ-20-10/paragraphes/${numero}`);
const search = (word: string) => () => ask(`/v1/search?q=${word}`);
const ofParagraph = await during(paragraph(10), paragraph(40));
const ofSearch = await during(search("plafond"), search("quotient"));
await service.close();

const empty = await openService(null);
const record = writeExport([contenu("BOI-IR-BASE-10", { date: "2020-01-15", pgp: 100 })]);
const ofRecord = await during(
  async () => {},
  () => ingester(empty.database).ingest(record),
);
await empty.close();

console.log(JSON.stringify({ "a §": ofParagraph, "a search": ofSearch, "a record": ofRecord }));
process.exit();
