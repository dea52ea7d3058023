export { OFFICIAL_EXPORT, OFFICIAL_MANIFEST } from "../../db/bofip/official-sources.ts";
export {
  canonicalSource,
  displaySource,
  isUrl,
  listSources,
  SAMPLE,
  withoutCredentials,
} from "../../db/runs/source-names.ts";
