/** The thread that reads long texts and looks for quotations in long documents (see `checker.ts`). */
import { serveRequests } from "../../../db/engine/thread.ts";
import { runCheckTask } from "./check-task.ts";

serveRequests(runCheckTask);
