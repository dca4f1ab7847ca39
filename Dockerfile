# A server of the house: docker build -t uth .
FROM node:22-slim AS page
WORKDIR /build/frontend
COPY frontend/package.json frontend/package-lock.json ./
RUN npm ci --omit=dev --no-update-notifier --no-audit --no-fund --loglevel=error
COPY frontend ./
RUN npm run --silent build -- --logLevel warn

FROM python:3.11-slim AS package
COPY --from=ghcr.io/astral-sh/uv:0.13 /uv /bin/uv
WORKDIR /build
ENV UV_PROJECT_ENVIRONMENT=/opt/uth
COPY pyproject.toml uv.lock hatch_build.py README.md LICENSE ./
COPY src src
COPY --from=page /build/src/uth/web/page src/uth/web/page
RUN uv sync --locked --no-dev --no-editable --extra postgres --extra pdf --compile-bytecode --quiet

FROM python:3.11-slim
RUN useradd --system --uid 10001 --create-home --home-dir /var/lib/uth uth
COPY --from=package /opt/uth /opt/uth
ENV PATH=/opt/uth/bin:/usr/local/bin:/usr/bin:/bin
USER 10001
WORKDIR /var/lib/uth
VOLUME /var/lib/uth
EXPOSE 8000
HEALTHCHECK --start-period=60s CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/healthz', timeout=5)"]
ENTRYPOINT ["uth"]
CMD ["serve", "--host", "0.0.0.0", "--data", "/var/lib/uth"]
