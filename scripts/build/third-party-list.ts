import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import {
  listThirdPartySoftware,
  THIRD_PARTY_FILE,
} from '../../server/features/legal/third-party-software.ts';

/** Writes the list of the packages that ship, with their licenses, for the legal document. */
export function thirdPartyList(): Plugin {
  return {
    name: 'third-party-list',
    apply: 'build',
    async closeBundle() {
      mkdirSync(path.dirname(THIRD_PARTY_FILE), { recursive: true });
      writeFileSync(THIRD_PARTY_FILE, await listThirdPartySoftware());
    },
  };
}
