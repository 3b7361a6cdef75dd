# The bot as a container: small, not root, nothing of its own file system written.
FROM python:3.13-slim-trixie AS build
COPY . /src
RUN python -m venv /opt/shinrisen && /opt/shinrisen/bin/pip install --no-cache-dir \
    -c /src/constraints.txt "/src[postgres]"

FROM python:3.13-slim-trixie
# Names in Japanese, Chinese and Korean are drawn by the first font, nothing by its sister with
# serifs. Arabic and Hebrew ones are drawn by the second, and FriBiDi joins and orders their letters.
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends \
        fonts-noto-cjk fonts-dejavu-core libfribidi0 \
    && rm -rf /var/lib/apt/lists/* /usr/share/fonts/opentype/noto/NotoSerif* \
    && useradd --uid 10001 --create-home shinrisen && install -d -o shinrisen /data
COPY --from=build /opt/shinrisen /opt/shinrisen
USER shinrisen
WORKDIR /data
ENV PATH=/opt/shinrisen/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    SHINRISEN_DATABASE=/data/shinrisen.sqlite3 SHINRISEN_STATUS_PORT=8642
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --start-period=60s CMD ["shinrisen", "status", "--live"]
ENTRYPOINT ["shinrisen"]
CMD ["run"]
