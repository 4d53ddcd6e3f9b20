import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { graphql, rest } from './api.ts';

/** A stored bug report. */
export interface StoredReport {
  pk: number;
  body: string;
  page: string;
  screenshot: string | null;
}

/** Returns the reports that staff find by a search. */
export async function storedReports(staff: Page, words: string): Promise<StoredReport[]> {
  const { allBugReports } = await graphql<{ allBugReports: { edges: { node: StoredReport }[] } }>(
    staff,
    'query ($search: String) { allBugReports(first: 20, search: $search) { edges { node { pk body page screenshot } } } }',
    { search: words },
  );
  return allBugReports.edges.map(({ node }) => node);
}

/** Returns a report's stored screenshot, read by staff. */
export async function storedPicture(staff: Page, { screenshot }: StoredReport) {
  const picture = sharp(await rest(staff, 'GET', screenshot as string)).removeAlpha();
  const { width, height } = await picture.metadata();
  return {
    width,
    height,
    /** Returns the colors of an area, given in fractions of width and height, with a small inset. */
    async colors([left, top, right, bottom]: [number, number, number, number]) {
      const area = {
        left: Math.ceil(left * width) + 3,
        top: Math.ceil(top * height) + 3,
        width: Math.floor((right - left) * width) - 6,
        height: Math.floor((bottom - top) * height) - 6,
      };
      const { data } = await picture.clone().extract(area).raw().toBuffer({ resolveWithObject: true });
      const colors = new Set<string>();
      for (let at = 0; at < data.length; at += 3) colors.add(data.subarray(at, at + 3).toString('hex'));
      return [...colors];
    },
  };
}
