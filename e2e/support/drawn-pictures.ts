import type { Browser } from '@playwright/test';

/** Simple scenes, for displayed posts. */
const SCENES = {
  lighthouse: `<rect width="800" height="600" fill="#f9d8b4"/><circle cx="600" cy="300" r="70" fill="#f4a261"/>
    <rect y="380" width="800" height="220" fill="#2a6f97"/><path d="M0 420Q200 400 400 420T800 420V600H0Z" fill="#1f5673"/>
    <path d="M120 400Q220 300 330 400Z" fill="#6b705c"/><path d="M200 350L212 150H248L260 350Z" fill="#fff"/>
    <path d="M207 240H253L256 290H204Z M210 180H250L252 210H208Z" fill="#c1121f"/><rect x="206" y="112" width="48" height="40" fill="#2b2d42"/>
    <path d="M202 112L230 84L258 112Z" fill="#c1121f"/>`,
  soup: `<rect width="800" height="600" fill="#e9edc9"/><rect y="420" width="800" height="180" fill="#bc8a5f"/>
    <ellipse cx="400" cy="440" rx="300" ry="46" fill="#8a5a3b"/><path d="M170 300H630Q610 460 400 460T170 300Z" fill="#f8f9fa"/>
    <ellipse cx="400" cy="300" rx="230" ry="56" fill="#f8f9fa"/><ellipse cx="400" cy="302" rx="200" ry="44" fill="#e76f51"/>
    <path d="M320 300Q400 270 480 302Q400 330 320 300Z" fill="#f4a261"/><circle cx="350" cy="290" r="10" fill="#588157"/>
    <circle cx="450" cy="312" r="9" fill="#588157"/>`,
  jazz: `<rect width="800" height="600" fill="#1d2d44"/><circle cx="400" cy="240" r="200" fill="#f0c808" opacity=".25"/>
    <circle cx="400" cy="240" r="120" fill="#f0c808" opacity=".4"/><rect y="470" width="800" height="130" fill="#0d1321"/>
    <path d="M330 470V330Q330 280 380 280H470L490 470Z" fill="#748cab"/><circle cx="410" cy="230" r="44" fill="#f0ebd8"/>
    <path d="M450 300L610 240L626 270L470 350Z" fill="#f0c808"/>`,
  ferry: `<rect width="800" height="600" fill="#bde0fe"/><rect y="400" width="800" height="200" fill="#0077b6"/>
    <path d="M140 380H660L600 460H200Z" fill="#fff"/><path d="M160 400H645L632 420H173Z" fill="#d62828"/>
    <rect x="240" y="310" width="300" height="70" fill="#f1faee"/><rect x="420" y="240" width="50" height="70" fill="#d62828"/>
    <path d="M260 330H300V355H260Z M320 330H360V355H320Z M380 330H420V355H380Z M440 330H480V355H440Z" fill="#457b9d"/>`,
} as const;

export type Scene = keyof typeof SCENES;

/** Each scene as a PNG of 800 by 600. */
export async function drawScenes(browser: Browser): Promise<Record<Scene, Buffer>> {
  const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
  const draw = async (scene: Scene): Promise<Buffer> => {
    await page.setContent(`<body style="margin:0"><svg viewBox="0 0 800 600" width="800" height="600">${SCENES[scene]}</svg>`);
    return page.screenshot();
  };
  const drawn = { lighthouse: await draw('lighthouse'), soup: await draw('soup'), jazz: await draw('jazz'), ferry: await draw('ferry') };
  await page.close();
  return drawn;
}
