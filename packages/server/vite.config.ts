import { defineConfig } from 'vite'

/** One file that runs by itself: users start a bundle, not hundreds of small modules. */
export default defineConfig({
  root: import.meta.dirname,
  ssr: { noExternal: true },
  build: {
    ssr: 'src/main.ts',
    target: 'node22.18',
    outDir: 'dist',
    emptyOutDir: true,
    rolldownOptions: { output: { entryFileNames: 'quarterdeck.js' } },
  },
})
