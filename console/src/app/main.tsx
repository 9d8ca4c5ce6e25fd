import './base.css';
import './mantine.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { showRefusal } from '../components/ui/toasts.tsx';
import { direction, LANGUAGES, language, missed } from '../lib/language.ts';
import { App } from './app.tsx';
import { texts } from './texts.ts';

document.documentElement.lang = language;
document.documentElement.dir = direction;

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

if (missed) showRefusal(texts.languageMissed({ name: LANGUAGES[missed].name }));
