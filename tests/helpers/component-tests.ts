import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// A busy machine can take seconds to load a lazy part, and more than the default of one second failed now and then.
configure({ asyncUtilTimeout: 10_000 });

// Unmounts components, because one that is still mounted can render when there is no window any more.
afterEach(cleanup);
