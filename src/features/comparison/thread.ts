/** The thread that compares large texts (see `comparator.ts`). */
import { serveTasks } from "../../threads/serve-tasks.ts";
import { compareSources } from "./compare-sources.ts";

serveTasks(compareSources);
