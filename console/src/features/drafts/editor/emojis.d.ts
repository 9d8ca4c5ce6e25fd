declare module 'virtual:emojis/*' {
  const emojis: [emoji: string, name: string, keywords: string][];
  export default emojis;
}
