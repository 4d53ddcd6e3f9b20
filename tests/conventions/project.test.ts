import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROUTES } from '../authorization/surface.ts';

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

describe('the project', () => {
  // covers: EXT-014
  it('uses the packages that EXT-014 names', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
    const installed = { ...dependencies, ...devDependencies };
    // The package 'tiptap' is the old editor for Vue; the editor for React is @tiptap/core.
    const named =
      `wxt react react-dom @tanstack/react-query graphql-request webextension-polyfill @headlessui/react
      tailwindcss react-hook-form zod @tiptap/core @tiptap/react vitest playwright`.split(/\s+/);
    expect(named.filter((name) => installed[name] === undefined)).toEqual([]);
  });

  // covers: EXT-015 EXT-016
  it('has the files and folders of its top level', () => {
    for (const file of ['package.json', 'wxt.config.ts', 'tsconfig.json', 'README.md']) {
      expect(existsSync(file), file).toBe(true);
    }
    for (const folder of ['entrypoints', 'src', 'shared', 'public', 'tests']) {
      expect(statSync(folder).isDirectory(), folder).toBe(true);
    }
  });

  it('has one component with a Cancel button', () => {
    const writers = globSync('src/**/*.tsx').filter((file) =>
      />\s*Cancel\s*</.test(readFileSync(file, 'utf8')),
    );
    expect(writers).toEqual(['src/ui/buttons/CancelButton.tsx']);
  });

  it('submits forms with React Hook Form', () => {
    const otherForm = /<form\b(?!\s+role="search")/;
    const files = globSync('src/**/*.tsx').filter((file) => !file.includes('.test.'));
    const others = files.filter((file) => {
      const text = readFileSync(file, 'utf8');
      return otherForm.test(text) && !/\buseForm[(<]/.test(text);
    });
    expect(others.map((file) => file.replaceAll('\\', '/')).sort()).toEqual([
      // See the comment there.
      'src/app/surfaces/options/ServerAddress.tsx',
      // Editors that save automatically.
      'src/features/essays/components/EssayEditor.tsx',
      'src/features/notes/components/NoteEditor.tsx',
      // A confirmation: what is typed is not sent.
      'src/ui/overlays/ConfirmByTyping.tsx',
    ]);
  });

  it("does not use the dialog library's transitions, which can keep a closed dialog as an invisible cover", () => {
    const transition = /^\s*transition(?:=.*)?$/m;
    expect('<DialogPanel\n  transition\n>').toMatch(transition);
    const users = globSync('src/**/*.tsx').filter((file) => transition.test(readFileSync(file, 'utf8')));
    expect(users).toEqual([]);
  });

  it("creates formatters at their first use: the browser's first one would delay the app's code", () => {
    const eager = /^(?:export )?const .*= new Intl\./m;
    expect('const day = new Intl.DateTimeFormat();').toMatch(eager);
    const files = globSync('src/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'));
    expect(files.filter((file) => eager.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('names files after their component or hook, otherwise in kebab case', () => {
    const kebab = String.raw`[a-z0-9]+(-[a-z0-9]+)*`;
    const name = new RegExp(String.raw`^(${kebab}|use[A-Z]\w*|[A-Z]\w*)(\.${kebab})*\.(ts|tsx)$`);
    const files = globSync('{entrypoints,src,shared,server,scripts,tests}/**/*.{ts,tsx}');
    expect(files.map((file) => path.basename(file)).filter((file) => !name.test(file))).toEqual([]);
  });

  it('names in its requirement table what tests can cover', () => {
    const rows = readFileSync('docs/requirements.tsv', 'utf8').trim().split('\n').slice(1);
    expect(rows.length).toBe(686);
    expect(rows.filter((row) => !/^[A-Z]+-\d{3}\t/.test(row) || row.split('\t').length !== 5)).toEqual([]);
  });

  it('describes every route in docs/api.md', () => {
    const described = readFileSync('docs/api.md', 'utf8').split('\n');
    const missing = Object.keys(ROUTES).filter((route) => {
      const [method, path] = route.split(' ') as [string, string];
      return !described.some((line) => line.includes(`${path}\``) && line.includes(method));
    });
    expect(missing).toEqual([]);
  });
});
