import { defineConfig } from 'vite';

// Relative addresses: the built site works from any folder of a static server. Nothing is inlined, so that the module
// is fetched once.
export default defineConfig({
  base: './',
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: false,
    chunkSizeWarningLimit: 900,
    rollupOptions: { input: ['index.html', 'lessons.html'] },
  },
  preview: { port: 4173 },
});
