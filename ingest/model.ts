/** `bun run model`: installs the language model of the embedded embedder. */
import { print, readOptionsOrExit, tellFault } from "../config/command-line.ts";
import { readConfig } from "../config/config.ts";
import { OperatorFault } from "../config/operator-fault.ts";
import { isModelWhole, modelFolder } from "../search/embeddings/sentence-encoder/files/folder.ts";
import { RELEASE } from "../search/embeddings/sentence-encoder/files/release.ts";
import { obtainModel } from "./obtain-model.ts";

const USAGE = `Usage : bun run model

  Apporte le modèle de langue de la recherche par le sens dans DATA_DIR/models, par uv ou pip. Rien n'en est exécuté.

  MODEL_FILE   le paquet, s'il a été apporté à la main (${RELEASE.package} ${RELEASE.version}, fichier .whl)`;

readOptionsOrExit(USAGE, {});

process.exitCode = await main().catch(tellFault);

async function main(): Promise<number> {
  const { model } = readConfig();
  if (model === null)
    throw new OperatorFault(
      "Le modèle de langue ne sert pas ici : MODEL vaut « off », ou EMBEDDINGS_URL est donnée.",
    );
  const folder = modelFolder(model.modelsFolder);
  if (!isModelWhole(folder)) await obtainModel(folder, model.file);
  print(`Modèle de langue : ${RELEASE.model}, de ${RELEASE.author}, licence ${RELEASE.licence} (${RELEASE.origin}).
Gardé dans ${folder} ; le service calcule ses vecteurs entre deux ingestions, puis s'en sert.`);
  return 0;
}
