import './base.css';
import './mantine.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { direction, language } from '../lib/language.ts';
import { App } from './app.tsx';

document.documentElement.lang = language;
document.documentElement.dir = direction;

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
