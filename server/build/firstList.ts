import type { Plugin } from 'vite';

/** The file of the build with what it lists; Vite's manifest lists no modules. */
const fileName = '.vite/first-list.json';

/** Returns a module as `src/app/start/README.md` names it: its path below `src`, or its package. Undefined for what it does not name. */
function nameOf(id: string): string | undefined {
  const [, inPackage] = id.match(/.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/) ?? [];
  if (inPackage) return inPackage;
  // The styles of a component go with it.
  return id.match(/\/src\/(.+\.tsx?)$/)?.[1];
}

/** Adds to the build the names of all modules and packages that run before the first row of the job list. */
export function firstList(): Plugin {
  return {
    name: 'first-list',
    apply: 'build',
    generateBundle(_, bundle) {
      const names = new Set<string>();
      const seen = new Set<string>();
      const add = (file: string) => {
        const chunk = bundle[file];
        if (seen.has(file) || chunk?.type !== 'chunk') return;
        seen.add(file);
        for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
          const name = nameOf(id);
          if (name && renderedLength > 0) names.add(name);
        }
        for (const imported of chunk.imports) add(imported);
      };
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        if (chunk.isEntry || chunk.moduleIds.some((id) => id.endsWith('/JobsPage.tsx'))) add(chunk.fileName);
      }
      this.emitFile({ type: 'asset', fileName, source: JSON.stringify([...names].sort()) });
    },
  };
}
