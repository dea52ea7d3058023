/** Preloaded before every suite (`bunfig.toml`): what the suites started stops with the last of them. */
import { afterAll } from "bun:test";
import { removeFolders } from "./folders.ts";
import { stopSite } from "./full/browser/site.ts";
import { stopChromium } from "./servers/chromium.ts";
import { stopMeilisearch } from "./servers/meilisearch.ts";
import { stopServer } from "./servers/postgres.ts";
import { stopQdrant } from "./servers/real-qdrant.ts";

// Processes that suites start would otherwise fetch the language model: only its own suite has it.
process.env["MODEL"] = "off";
// And, with a server, the law from its official address.
process.env["LEGI_SOURCE"] = "off";

afterAll(stopServer);
afterAll(stopMeilisearch);
afterAll(stopQdrant);
afterAll(stopChromium);
afterAll(stopSite);
afterAll(removeFolders);
