import { defineBackground } from 'wxt/utils/define-background';
import { startWorker } from '#src/extension/worker.ts';

export default defineBackground(startWorker);
