import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app/themes.css';
import './app/base.css';
import { App, preloadPlace } from './app/App.tsx';
import { bearForeignNodes } from './lib/foreign-nodes.ts';
import { bringBackSession } from './app/kept-session.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
bearForeignNodes();
preloadPlace();
await bringBackSession();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
