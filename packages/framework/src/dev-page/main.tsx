import { createRoot } from 'react-dom/client'
import { Inspector } from './inspector.tsx'

createRoot(document.getElementById('page')!).render(<Inspector />)
