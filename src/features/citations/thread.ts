/** The thread that reads long texts and looks for quotations in long documents (see `checker.ts`). */
import { serveTasks } from "../../threads/serve-tasks.ts";
import { runCheckTask } from "./check-task.ts";

serveTasks(runCheckTask);
