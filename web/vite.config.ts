import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  build: { target: 'es2024' },
  server: { port: 5173, proxy: { '/api': 'http://localhost:8080' } },
})
