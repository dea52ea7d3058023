/** The thread that compares large texts (see `service.ts`). */
import { serveRequests } from "../../../db/engine/thread.ts";
import { compareSources } from "./compare-sources.ts";

serveRequests(compareSources);
