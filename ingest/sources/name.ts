export { OFFICIAL_EXPORT, OFFICIAL_MANIFEST } from "../../bofip/sources/official-sources.ts";
export {
  canonicalSource,
  displaySource,
  isUrl,
  listSources,
  SAMPLE,
  withoutCredentials,
} from "../../config/source-names.ts";
