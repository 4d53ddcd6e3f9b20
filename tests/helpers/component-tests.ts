import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// Unmounts components, because one that is still mounted can render when there is no window any more.
afterEach(cleanup);
