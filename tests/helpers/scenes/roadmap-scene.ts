/** The family and the roadmap of the API tests about its entries. */
import { afterAll, beforeAll } from 'vitest';
import { createRoadmap } from '#tests/factories/roadmap.ts';
import { createFamily } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '../server/test-app.ts';
import type { TestClient } from '../server/test-client.ts';

export let app: TestApp;
export let student: TestClient;
export let family: Awaited<ReturnType<typeof createFamily>>;
/** The student's roadmap. */
export let roadmap: { pk: number; id: string };

/** Starts the server for the tests of a file, and creates a family and the student's roadmap. */
export function startRoadmapTests() {
  beforeAll(async () => {
    app = await startTestApp();
    family = await createFamily(app.database);
    roadmap = await createRoadmap(app.database, family.student);
    student = await app.as(family.student);
  });
  afterAll(() => app.close());
}
