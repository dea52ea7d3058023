/**
 * Returns the output of git, without its final line break.
 * @throws {Error} with the output of git, when it fails.
 */
export function git(project: string, ...args: readonly string[]): string {
  const { success, stdout, stderr } = Bun.spawnSync(["git", ...args], { cwd: project });
  if (!success) throw new Error(`git ${args.join(" ")} : ${stderr}`);
  return stdout.toString().trimEnd();
}
