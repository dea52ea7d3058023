/** The loop of the guide of agents, followed without a model: its answer is written by hand. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { z } from "zod";
import { openService, type TestService } from "../../../../servers/service.ts";

const RECIPE = join(import.meta.dir, "../../../../../src/docs/recipes/boucle.js");

const QUESTION = "Franchir une tranche du barème augmente-t-il l'impôt sur tout le revenu ?";
/** More than a year before the service's today: an edition has taken the place of that day's since. */
const DAY = "2025-07-01";
const OF_THAT_DAY = "version du 14 avril 2025";

const TRUE = `Non : « Franchir le seuil d'une tranche n'augmente donc l'impôt que sur la part du revenu qui dépasse ce seuil » (BOI-IR-LIQ-20-10, § 40, ${OF_THAT_DAY}).`;
const FALSE = `En effet, « le barème est appliqué au revenu du foyer » (BOI-IR-LIQ-20-10, § 10, ${OF_THAT_DAY}).`;
const CORRECTED = `En effet, « le barème est appliqué au quotient obtenu » (BOI-IR-LIQ-20-10, § 10, ${OF_THAT_DAY}).`;

const Reference = z.object({ boi_id: z.string(), numero: z.string(), empreinte: z.string() });
const Followed = z.object({
  consigne: z.string(),
  fautes: z.array(z.string()),
  restantes: z.array(z.string()),
  gardees: z.array(Reference),
  changees: z.array(z.looseObject({ numero: z.string(), etat: z.string(), depuis: z.string() })),
});

/** The guide's program, then what its reader does with it. */
const READER = `
const { service, question, jour, reponse, corrigee } = JSON.parse(await Bun.stdin.text());
const { elements, consigne } = await preparer(service, question, jour);
const fautes = await relire(service, reponse, jour);
const restantes = await relire(service, corrigee, jour);
const gardees = retenir(elements, corrigee);
const changees = await suivre(service, gardees);
console.log(JSON.stringify({ consigne, fautes, restantes, gardees, changees }));`;

let service: TestService;
let followed: z.infer<typeof Followed>;

beforeAll(async () => {
  service = await openService();
  service.app.listen({ hostname: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${service.app.server?.port}`;
  followed = await follow({ url, cle: await service.key("pro") });
});
afterAll(async () => {
  await service.app.server?.stop(true);
  await service.close();
});

async function follow(reached: { readonly url: string; readonly cle: string }) {
  const program = await Bun.file(RECIPE).text();
  const input = {
    service: reached,
    question: QUESTION,
    jour: DAY,
    reponse: `${TRUE} ${FALSE}`,
    corrigee: `${TRUE} ${CORRECTED}`,
  };
  const running = Bun.spawn([process.execPath, "-e", program + READER], {
    stdin: new Blob([JSON.stringify(input)]),
    stderr: "inherit",
  });
  return Followed.parse(JSON.parse(await new Response(running.stdout).text()));
}

test("the model is given the § of that day, each with its citation, then the question", () => {
  const { consigne } = followed;
  expect(consigne).toContain(`(BOI-IR-LIQ-20-10, § 40, ${OF_THAT_DAY})`);
  expect(consigne).toContain("Franchir le seuil d'une tranche");
  expect(consigne).toEndWith(QUESTION);
});

test("the false citation is told, and only that one; once corrected, nothing is", () => {
  expect(followed.fautes).toEqual([
    `BOI-IR-LIQ-20-10, § 10, ${OF_THAT_DAY} : Les mots entre guillemets ne se trouvent pas au § 10.`,
  ]);
  expect(followed.restantes).toEqual([]);
});

test("a year later, of the § kept, the one whose words changed is told, and since when", () => {
  expect(followed.gardees.map(({ numero }) => numero).toSorted()).toEqual(["10", "40"]);
  expect(followed.changees).toMatchObject([{ numero: "40", etat: "modifiee", depuis: "2026-06-22" }]);
});
