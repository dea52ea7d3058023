/**
 * What git prints, without the line break that ends it.
 * @throws {Error} with what git says, when it fails.
 */
export function git(project: string, ...args: readonly string[]): string {
  const { success, stdout, stderr } = Bun.spawnSync(["git", ...args], { cwd: project });
  if (!success) throw new Error(`git ${args.join(" ")} : ${stderr}`);
  return stdout.toString().trimEnd();
}
