/** The thread that compares large texts (see `service.ts`). */
import { serveTasks } from "../../threads/serve-tasks.ts";
import { compareSources } from "./compare-sources.ts";

serveTasks(compareSources);
