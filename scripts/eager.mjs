/**
 * Writes a page script so that the browser reads each of its functions no more often and no closer than it must.
 *
 * V8 skims the functions of a script and reads each again for its first call, but a function in parentheses it compiles
 * at the first reading. A quarter of our functions runs at the start of every document: those go into parentheses. And it
 * skims only what is written `function`: an arrow function within a function is read closely although nobody may ever
 * call it. Together a fifth of what the first document of a process pays.
 */

import ts from 'typescript';

/** Methods that call the function they are given at once. */
const CALLING_METHODS = new Set(['map', 'forEach', 'filter', 'flatMap', 'accept']);

/** Characters. Below that skimming saves nothing, and the longer spelling is for nothing. */
const WORTH_SKIMMING = 60;

const FILE = 'script.js';

/** The same script in that spelling. */
export function startedEagerly(code) {
  const { source, checker } = parsed(code);
  return writer(code, calledAtStart(source, checker))(source);
}

/** With names resolved: minified ones mean something else in every scope. */
function parsed(code) {
  const source = ts.createSourceFile(FILE, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const host = {
    fileExists: (name) => name === FILE,
    readFile: () => undefined,
    getSourceFile: (name) => (name === FILE ? source : undefined),
    getDefaultLibFileName: () => 'lib.d.ts',
    writeFile: () => undefined,
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
  };
  const program = ts.createProgram([FILE], { allowJs: true, noLib: true, noResolve: true }, host);
  return { source, checker: program.getTypeChecker() };
}

/** Follows calls from the top of the script, those that depend on a condition too. */
function calledAtStart(source, checker) {
  const called = new Set();
  const run = (callee) => {
    if (callee?.body === undefined || called.has(callee)) return;
    called.add(callee);
    callee.parameters.forEach(visit);
    visit(callee.body);
  };
  const visit = (node) => {
    if (ts.isFunctionLike(node)) {
      if (isCalledInPlace(node)) run(node);
      return;
    }
    if (ts.isCallExpression(node)) run(functionNamed(node.expression, checker));
    if (ts.isArrayLiteralExpression(node))
      node.elements.forEach((element) => {
        run(functionNamed(element, checker));
      });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return called;
}

/** `(() => …)()`, one of a list of functions, and what is handed to a method that calls it. */
function isCalledInPlace(node) {
  const expression = ts.isParenthesizedExpression(node.parent) ? node.parent : node;
  const around = expression.parent;
  if (ts.isArrayLiteralExpression(around)) return true;
  if (!ts.isCallExpression(around)) return false;
  const callee = around.expression;
  return (
    callee === expression || (ts.isPropertyAccessExpression(callee) && CALLING_METHODS.has(callee.name.text))
  );
}

/** The function that a name stands for. */
function functionNamed(node, checker) {
  const declaration = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node)?.valueDeclaration : undefined;
  if (declaration === undefined || ts.isFunctionDeclaration(declaration)) return declaration;
  const value = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  return value !== undefined && ts.isFunctionLike(value) ? value : undefined;
}

/** Writes a node of the script anew. */
function writer(code, called) {
  const moved = declarationsByBlock(called);

  const write = (node) => {
    const declarations = moved.get(node);
    const first = declarations === undefined ? undefined : node.statements.find((each) => !isDirective(each));
    let text = '';
    let at = node.getFullStart();
    ts.forEachChild(node, (child) => {
      text += code.slice(at, child.getFullStart());
      if (child === first) text += `var ${declarations.map(variable).join(',')};`;
      if (declarations?.includes(child) !== true) text += expression(child);
      at = child.end;
    });
    return text + code.slice(at, node.end);
  };
  const expression = (node) => {
    const text = isBetterSpelledOut(node, called) ? spelledOut(node) : write(node);
    const isBare = ts.isArrowFunction(node) || ts.isFunctionExpression(node);
    return isBare && called.has(node) && !ts.isParenthesizedExpression(node.parent) ? `(${text})` : text;
  };
  const spelledOut = (arrow) => {
    const { modifiers, parameters, body } = arrow;
    const space = /[\w$]/.test(code[arrow.getFullStart() - 1]) ? ' ' : '';
    const keyword = modifiers === undefined ? 'function' : 'async function';
    const block = ts.isBlock(body) ? write(body) : `{return ${expression(body).trim()}}`;
    return `${space}${keyword}(${parameters.map((each) => write(each).trim()).join(',')})${block}`;
  };
  const variable = (declaration) =>
    `${declaration.name.text}=(${write(declaration).replace(/^(.*?function)\s+[\w$]+/, '$1')})`;
  return write;
}

/** `"use strict"` counts only before everything else. */
function isDirective(statement) {
  return ts.isExpressionStatement(statement) && ts.isStringLiteral(statement.expression);
}

/**
 * Declarations that become variables at the top of their function, where they had their value before anything ran. Only
 * of whole functions: in a block a variable would reach further than the declaration did.
 */
function declarationsByBlock(called) {
  const found = new Map();
  for (const callee of called) {
    const block = callee.parent;
    if (!ts.isFunctionDeclaration(callee) || !ts.isFunctionLike(block.parent)) continue;
    found.set(block, [...(found.get(block) ?? []), callee]);
  }
  return found;
}

function isBetterSpelledOut(node, called) {
  if (!ts.isArrowFunction(node) || usesSurroundings(node)) return false;
  return called.has(node) || node.end - node.getStart() >= WORTH_SKIMMING;
}

/** Whether an arrow function needs what a `function` has of its own. */
function usesSurroundings(node) {
  if (node.kind === ts.SyntaxKind.ThisKeyword || node.kind === ts.SyntaxKind.SuperKeyword) return true;
  if (ts.isMetaProperty(node) || (ts.isIdentifier(node) && node.text === 'arguments')) return true;
  return ts.forEachChild(node, (child) => !hasItsOwn(child) && usesSurroundings(child)) ?? false;
}

function hasItsOwn(node) {
  return ts.isClassElement(node) || (ts.isFunctionLike(node) && !ts.isArrowFunction(node));
}
