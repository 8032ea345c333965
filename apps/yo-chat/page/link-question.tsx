/// <reference types="vite/client" />
import { showLinkQuestion } from '@sweatpants/framework/react'
import { createRoot } from 'react-dom/client'
import { Later } from './controls/later.tsx'
import { plugins } from './tools/plugins.ts'
import './styles/link.css'

showLinkQuestion(plugins, (question, place) => createRoot(place).render(<Later>{question}</Later>))
