import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyTheme } from '#src/ui/theme/theme.ts';
import './gallery.css';
import { Gallery } from './Gallery.tsx';

/** `?theme=2` is light, `?theme=3` dark, `?only=editor` one section. */
const query = new URLSearchParams(location.search);
applyTheme(Number(query.get('theme')));
createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <Gallery only={query.get('only')} />
  </StrictMode>,
);
