import { Collection } from "./collection.ts";
import { Refusal } from "./refusal.ts";
import type { AliasAction, CreateBody } from "./requests.ts";

/** Collections and the aliases that stand for them. */
export class Engine {
  readonly collections = new Map<string, Collection>();
  readonly aliases = new Map<string, string>();

  /** A copy with the same content. */
  copy(): Engine {
    const copy = new Engine();
    for (const [name, collection] of this.collections) copy.collections.set(name, collection.copy());
    for (const [alias, target] of this.aliases) copy.aliases.set(alias, target);
    return copy;
  }

  /** By its name or by an alias. */
  find(name: string): Collection {
    const found = this.collections.get(this.aliases.get(name) ?? name);
    if (found !== undefined) return found;
    throw new Refusal(404, `Not found: Collection \`${name}\` doesn't exist!`);
  }

  create(name: string, body: CreateBody): void {
    if (this.collections.has(name) || this.aliases.has(name)) {
      throw new Refusal(409, `Wrong input: Collection \`${name}\` already exists!`);
    }
    this.collections.set(name, new Collection(body));
  }

  /** Its aliases go with it. */
  delete(name: string): boolean {
    for (const [alias, target] of this.aliases) if (target === name) this.aliases.delete(alias);
    return this.collections.delete(name);
  }

  /** All of the actions, or none. */
  changeAliases(actions: readonly AliasAction[]): void {
    const changed = new Map(this.aliases);
    for (const action of actions) {
      if ("delete_alias" in action) this.removeAlias(changed, action.delete_alias.alias_name);
      else this.addAlias(changed, action.create_alias);
    }
    this.aliases.clear();
    for (const [alias, target] of changed) this.aliases.set(alias, target);
  }

  private removeAlias(aliases: Map<string, string>, name: string): void {
    if (!aliases.delete(name)) throw new Refusal(404, `Not found: Alias ${name} does not exists!`);
  }

  private addAlias(
    aliases: Map<string, string>,
    { alias_name, collection_name }: { readonly alias_name: string; readonly collection_name: string },
  ): void {
    if (!this.collections.has(collection_name)) {
      throw new Refusal(404, `Not found: Collection \`${collection_name}\` doesn't exist!`);
    }
    if (this.collections.has(alias_name)) {
      throw new Refusal(409, `Wrong input: Collection \`${alias_name}\` already exists!`);
    }
    aliases.set(alias_name, collection_name);
  }
}
