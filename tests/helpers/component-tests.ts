import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// A component that is still mounted can render after its test, when there is no window anymore.
afterEach(cleanup);
