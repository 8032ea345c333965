/// <reference types="vite/client" />
import { showLinkQuestion } from '@sweatpants/framework/react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import { plugins } from './tools/plugins.ts'
import './styles/link.css'

// Without, zod looks whether it may compile code, which the page's policy forbids and the browser reports.
z.config({ jitless: true })

showLinkQuestion(plugins, (question, place) => createRoot(place).render(question))
